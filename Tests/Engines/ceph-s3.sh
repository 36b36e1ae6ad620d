#!/bin/sh
# One-machine Ceph cluster with an S3 endpoint (RADOS Gateway), loopback only.
#
#   ceph-s3.sh DIR [start]        make the cluster if DIR is new, start what is not running
#   ceph-s3.sh DIR stop           end the daemons by their recorded process ids
#   ceph-s3.sh DIR status         cluster state
#   ceph-s3.sh DIR kill-osd N     SIGKILL storage daemon N (0, 1, 2): failure injection
#   ceph-s3.sh DIR start-osd N    start it again
#
# Debian packages: ceph-mon ceph-osd radosgw ceph-common curl   (Debian 12: Ceph 16.2.15)
# No manager daemon, no cephx between the daemons (all on 127.0.0.1); S3 itself is
# authenticated (AWS SigV4).  1 monitor, OSDS (3) storage daemons on sparse files
# (BlueStore), pools of size 3 / min_size 2 (size 1 when OSDS=1), 1 gateway.
#
# Of this version, for a client: PUT with "If-None-Match: *" is atomic (412 for all but one);
# If-Match on PUT is compared without quotes (a quoted ETag always gives 412) and on DELETE is
# ignored; every request needs x-amz-content-sha256; any region is accepted; with two of three
# storage daemons gone requests hang until one is back.
#
# Environment: OSDS (3), STORE (bluestore; memstore keeps data in memory and loses it
# when a daemon ends), S3_PORT (17480), MON_PORT (17300), OSD_PORT (17310: 8 ports for
# each daemon from here up), OSD_GIB (4: sparse size of each daemon's file),
# S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION (default).
# DIR must be on a file system with O_DIRECT for STORE=bluestore (not tmpfs).

. "$(dirname "$0")/engine.sh"

OSDS=${OSDS:-3}
STORE=${STORE:-bluestore}
S3_PORT=${S3_PORT:-17480}
MON_PORT=${MON_PORT:-17300}
OSD_PORT=${OSD_PORT:-17310}
OSD_GIB=${OSD_GIB:-4}
S3_ACCESS_KEY=${S3_ACCESS_KEY:-journaltestkey}
S3_SECRET_KEY=${S3_SECRET_KEY:-journaltestsecret}
S3_REGION=${S3_REGION:-default}
CONF=$D/ceph.conf

ceph_() { timeout 60 ceph -c "$CONF" --connect-timeout 20 "$@"; }

start_osd() { launch "osd.$1" ceph-osd -f -i "$1" -c "$CONF"; }

write_conf() {
    fsid=$(cat /proc/sys/kernel/random/uuid)
    size=3; min=2
    [ "$OSDS" -ge 3 ] || { size=$OSDS; min=1; }
    cat >"$CONF" <<CONF_END
[global]
fsid = $fsid
mon_host = v2:127.0.0.1:$MON_PORT
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = $OSD_PORT
ms_bind_port_max = $((OSD_PORT + 8 * OSDS - 1))
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $D/run
admin_socket = $D/run/\$name.asok
pid_file =
log_file = $D/log/\$name.log
crash_dir = $D/run
log_to_stderr = false
err_to_stderr = true
osd_pool_default_size = $size
osd_pool_default_min_size = $min
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_max_pg_per_osd = 2000

[mon]
mon_data = $D/mon
mon_allow_pool_size_one = true
mon_data_avail_warn = 2
mon_data_avail_crit = 1
mon_osd_reporter_subtree_level = osd
mon_osd_min_down_reporters = 1
mon_warn_on_pool_no_redundancy = false

[osd]
osd_data = $D/osd.\$id
osd_objectstore = $STORE
osd_max_markdown_count = 1000
bluestore_block_size = $((OSD_GIB * 1024 * 1024 * 1024))
bluestore_cache_autotune = false
bluestore_cache_size = 67108864
osd_memory_target = 939524096
memstore_device_bytes = $((OSD_GIB * 1024 * 1024 * 1024))
osd_op_num_shards = 2
osd_op_num_threads_per_shard = 2
osd_heartbeat_interval = 1
osd_heartbeat_grace = 6
osd_pg_log_trim_min = 10

[client]
rgw_frontends = beast endpoint=127.0.0.1:$S3_PORT
rgw_data = $D/rgw
ms_mon_client_mode = crc
rgw_thread_pool_size = 32
rgw_run_sync_thread = false
rgw_enable_usage_log = false
rgw_crypt_require_ssl = false
CONF_END
}

wait_http() {
    i=0
    until curl -s -o "$D/run/probe" "http://127.0.0.1:$S3_PORT/" && grep -q ListAllMyBuckets "$D/run/probe"; do
        [ $i -lt 10 ] || running rgw || die "gateway ended, see $D/log/rgw.out and $D/log/client.rgw.log"
        i=$((i + 1)); [ $i -lt 600 ] || die "gateway did not answer in 120 s"
        sleep 0.2
    done
}

case $ACT in
start)
    if [ ! -e "$D/made" ]; then
        # a half-made cluster is made anew
        for n in rgw osd.0 osd.1 osd.2 mon; do end $n KILL; done
        rm -rf "$D/mon" "$D"/osd.* "$D/rgw" "$CONF"
        write_conf
        mkdir -p "$D/mon" "$D/rgw"
        monmaptool --create --clobber --fsid "$(sed -n 's/^fsid = //p' "$CONF")" \
            --addv a "[v2:127.0.0.1:$MON_PORT]" "$D/monmap" >/dev/null
        ceph-mon -c "$CONF" --mkfs -i a --monmap "$D/monmap" --keyring /dev/null
        launch mon ceph-mon -f -i a -c "$CONF"
        n=0
        while [ $n -lt "$OSDS" ]; do
            u=$(cat /proc/sys/kernel/random/uuid)
            got=$(ceph_ osd new "$u") || die "monitor did not answer, see $D/log"
            [ "$got" = $n ] || die "unexpected storage daemon number $got"
            mkdir -p "$D/osd.$n"
            ceph-osd -c "$CONF" -i $n --mkfs --osd-uuid "$u" >>"$D/log/osd.$n.out" 2>&1
            start_osd $n
            n=$((n + 1))
        done
        : >"$D/made"
    else
        launch mon ceph-mon -f -i a -c "$CONF"
        for d in "$D"/osd.*; do start_osd "${d##*.}"; done
    fi
    launch rgw radosgw -f -n client.rgw -c "$CONF"
    wait_http
    radosgw-admin -c "$CONF" -n client.rgw user info --uid=journal >/dev/null 2>&1 \
        || radosgw-admin -c "$CONF" -n client.rgw user create --uid=journal --display-name=journal \
            --access-key="$S3_ACCESS_KEY" --secret-key="$S3_SECRET_KEY" >"$D/log/user.json" 2>"$D/log/user.err" \
        || die "user was not made, see $D/log/user.err"
    # make the bucket "plants"
    i=0
    until curl -s -f -o /dev/null --aws-sigv4 "aws:amz:$S3_REGION:s3" \
        -u "$S3_ACCESS_KEY:$S3_SECRET_KEY" -X PUT \
        -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "http://127.0.0.1:$S3_PORT/plants"; do
        i=$((i + 1)); [ $i -lt 150 ] || die "no bucket can be made, see $D/log"
        sleep 0.2
    done
    cat >"$D/env" <<ENV_END
S3_ENDPOINT=http://127.0.0.1:$S3_PORT
S3_REGION=$S3_REGION
S3_ACCESS_KEY=$S3_ACCESS_KEY
S3_SECRET_KEY=$S3_SECRET_KEY
ENV_END
    cat "$D/env"
    ;;
stop)
    end rgw TERM
    for d in "$D"/osd.*; do if [ -d "$d" ]; then end "osd.${d##*.}" TERM; fi; done
    end mon TERM
    ;;
status)
    for f in "$PIDS"/*; do
        [ -e "$f" ] || continue
        n=${f##*/}; if running "$n"; then echo "$n running $(cat "$f")"; else echo "$n ended"; fi
    done
    ceph_ -s
    ;;
kill-osd)
    end "osd.$3" KILL
    ;;
start-osd)
    start_osd "$3"
    ;;
*) die "unknown action $ACT" ;;
esac
