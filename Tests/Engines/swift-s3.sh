#!/bin/sh
# One-machine OpenStack Swift with its S3 interface (s3api) and its own HTTP interface,
# loopback only.
#
#   swift-s3.sh DIR [start]      make rings and configuration if DIR is new, start what is not running
#   swift-s3.sh DIR stop         end the servers by their recorded process ids
#   swift-s3.sh DIR status       what runs
#   swift-s3.sh DIR kill-node N  SIGKILL the three servers of storage node N (1, 2, 3)
#   swift-s3.sh DIR start-node N start them again
#   swift-s3.sh DIR repair       one pass of updaters and replicators (NODES=3): brings copies
#                                and listings of a node that was away up to date
#
# Debian packages: swift-proxy swift-account swift-container swift-object memcached curl
# (Debian 12: Swift 2.30.1).  The packages' own services are not used; the hash path
# prefix and suffix come from the package's /etc/swift/swift.conf.
#
# NODES=1 (default): one replica, four server processes.  NODES=3: three storage nodes,
# three replicas, ten server processes.  No updater or replicator runs by itself: after
# kill-node, writes and start-node the listings of the returned node stay behind (a real,
# eventually consistent listing) until "repair".
# Its S3 interface answers 501 to a PUT with If-None-Match or If-Match.
#
# Environment: NODES (1), S3_PORT (17580; also the native interface), NODE_PORT (17600:
# ten ports for each node from here up, memcached at NODE_PORT - 1), S3_REGION (us-east-1).
# The credentials are fixed: account and user journal:journal.
# DIR must be on a file system with user extended attributes (ext4, xfs, btrfs).

. "$(dirname "$0")/engine.sh"

NODES=${NODES:-1}
S3_PORT=${S3_PORT:-17580}
NODE_PORT=${NODE_PORT:-17600}
S3_REGION=${S3_REGION:-us-east-1}
mkdir -p "$D/cache"

common() { # port, name
    cat <<COMMON_END
bind_ip = 127.0.0.1
bind_port = $1
workers = 0
user = $(id -un)
swift_dir = $D/etc
log_name = $2
log_level = WARNING
COMMON_END
}

write_conf() {
    mkdir -p "$D/etc"
    # read by newer versions of Swift; 2.30 reads /etc/swift/swift.conf
    cat >"$D/etc/swift.conf" <<SWIFT_END
[swift-hash]
swift_hash_path_prefix = journal
swift_hash_path_suffix = journal
[storage-policy:0]
name = Policy-0
default = yes
SWIFT_END
    n=1
    while [ $n -le "$NODES" ]; do
        port=$((NODE_PORT + 10 * n))
        for kind in account container object; do
            mkdir -p "$D/node$n/d$n"
            f=$D/etc/$kind-$n.conf
            {
                echo "[DEFAULT]"
                common $port "$kind-$n"
                cat <<KIND_END
devices = $D/node$n
mount_check = false
recon_cache_path = $D/cache
fallocate_reserve = 1%

[pipeline:main]
pipeline = $kind-server

[app:$kind-server]
use = egg:swift#$kind


[$kind-replicator]
KIND_END
                [ $kind != object ] || cat <<OBJECT_END
# the object server's own protocol: no rsync daemon needed
sync_method = ssync

[object-updater]
slowdown = 0
OBJECT_END
            } >"$f"
            port=$((port + 1))
        done
        n=$((n + 1))
    done
    for kind in account container object; do
        b=$D/etc/$kind.builder
        rm -f "$b"
        swift-ring-builder "$b" create 6 "$NODES" 1 >/dev/null
        n=1; devices=
        while [ $n -le "$NODES" ]; do
            port=$((NODE_PORT + 10 * n))
            case $kind in container) port=$((port + 1));; object) port=$((port + 2));; esac
            devices="$devices r1z$n-127.0.0.1:$port/d$n 1"
            n=$((n + 1))
        done
        swift-ring-builder "$b" add $devices >/dev/null
        swift-ring-builder "$b" rebalance >/dev/null || [ $? = 1 ]
    done
    {
        echo "[DEFAULT]"
        common "$S3_PORT" proxy
        cat <<PROXY_END

[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
node_timeout = 10
conn_timeout = 0.5

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((NODE_PORT - 1))
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = $S3_REGION
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_journal_journal = journalsecret .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
PROXY_END
    } >"$D/etc/proxy.conf"
}

start_node() {
    for kind in account container object; do
        launch "$kind-$1" swift-$kind-server "$D/etc/$kind-$1.conf" -v
    done
}

kill_node() {
    for kind in account container object; do end "$kind-$1" KILL; done
}

case $ACT in
start)
    if [ ! -e "$D/made" ]; then
        write_conf
        echo "$NODES" >"$D/made"
    fi
    NODES=$(cat "$D/made")
    u=; [ "$(id -u)" != 0 ] || u="-u $(id -un)"
    launch memcached memcached $u -l 127.0.0.1 -p $((NODE_PORT - 1)) -U 0 -m 32 -P "$D/run/memcached.pid"
    n=1
    while [ $n -le "$NODES" ]; do start_node $n; n=$((n + 1)); done
    launch proxy swift-proxy-server "$D/etc/proxy.conf" -v
    i=0
    until curl -s -f -o /dev/null -H 'X-Auth-User: journal:journal' -H 'X-Auth-Key: journalsecret' \
        "http://127.0.0.1:$S3_PORT/auth/v1.0"; do
        [ $i -lt 10 ] || running proxy || die "proxy ended, see $D/log/proxy.out"
        i=$((i + 1)); [ $i -lt 300 ] || die "no answer in 60 s, see $D/log"
        sleep 0.2
    done
    # make the account and the bucket "plants"
    t=$(curl -s -D - -o /dev/null -H 'X-Auth-User: journal:journal' -H 'X-Auth-Key: journalsecret' \
        "http://127.0.0.1:$S3_PORT/auth/v1.0" | tr -d '\r' | sed -n 's/^[Xx]-[Aa]uth-[Tt]oken: //p')
    i=0
    until curl -s -f -o /dev/null -X PUT -H "X-Auth-Token: $t" \
        "http://127.0.0.1:$S3_PORT/v1/AUTH_journal/plants"; do
        i=$((i + 1)); [ $i -lt 150 ] || die "the storage servers do not answer, see $D/log"
        sleep 0.2
    done
    cat >"$D/env" <<ENV_END
S3_ENDPOINT=http://127.0.0.1:$S3_PORT
S3_REGION=$S3_REGION
S3_ACCESS_KEY=journal:journal
S3_SECRET_KEY=journalsecret
SWIFT_AUTH=http://127.0.0.1:$S3_PORT/auth/v1.0
SWIFT_USER=journal:journal
SWIFT_KEY=journalsecret
ENV_END
    cat "$D/env"
    ;;
stop)
    end proxy TERM
    for f in "$PIDS"/*; do if [ -e "$f" ]; then end "${f##*/}" TERM; fi; done
    ;;
status)
    for f in "$PIDS"/*; do
        [ -e "$f" ] || continue
        n=${f##*/}; if running "$n"; then echo "$n running $(cat "$f")"; else echo "$n ended"; fi
    done
    ;;
kill-node) kill_node "$3" ;;
repair)
    NODES=$(cat "$D/made")
    # updaters first (they bring listings up to date), then the copies
    for tool in object-updater object-replicator container-replicator account-replicator; do
        n=1
        while [ $n -le "$NODES" ]; do
            timeout 300 swift-$tool "$D/etc/${tool%-*}-$n.conf" once -v >>"$D/log/$tool-$n.out" 2>&1 </dev/null \
                || say "$tool $n: exit $?"
            n=$((n + 1))
        done
    done
    ;;
start-node) NODES=$(cat "$D/made"); start_node "$3" ;;
*) die "unknown action $ACT" ;;
esac
