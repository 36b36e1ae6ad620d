#!/bin/sh
# WebDAV server: nginx with its dav module and the dav-ext module, basic auth, loopback only.
#
#   webdav-nginx.sh DIR [start]   write configuration if DIR is new, start if not running
#   webdav-nginx.sh DIR stop      end the server by its recorded process id
#   webdav-nginx.sh DIR status    what runs
#
# Debian packages: nginx libnginx-mod-http-dav-ext curl   (Debian 12: nginx 1.22.1, dav-ext 3.0.0)
# The package's own service and configuration are not used.  Files lie in DIR/data.
# Of this version, for a client: If-Match and If-None-Match on PUT are ignored (overwrites); MKCOL
# and MOVE of a non-empty collection with "Overwrite: F" are atomic, MOVE of a file is not;
# collections need a trailing slash; PROPFIND gives no getetag.
# Environment: DAV_PORT (17780), FULL_PUT_PATH (off; on: PUT makes missing collections).

. "$(dirname "$0")/engine.sh"
DAV_PORT=${DAV_PORT:-17780}
FULL_PUT_PATH=${FULL_PUT_PATH:-off}
mkdir -p "$D/data" "$D/tmp"

case $ACT in
start)
    printf 'journal:{SHA}%s\n' 'X7AN+Jdw42GEvCxAMQM+Cmu0CWg=' >"$D/users"
    {
        # as root, the workers keep root so that DIR may lie anywhere
        [ "$(id -u)" != 0 ] || echo "user root root;"
        cat <<CONF_END
load_module /usr/lib/nginx/modules/ngx_http_dav_ext_module.so;
daemon off;
worker_processes 2;
pid $D/nginx.pid;
error_log $D/log/error.log warn;
events { worker_connections 256; }
http {
    access_log off;
    default_type application/octet-stream;
    client_max_body_size 0;
    client_body_temp_path $D/tmp/body;
    proxy_temp_path $D/tmp/proxy;
    fastcgi_temp_path $D/tmp/fastcgi;
    uwsgi_temp_path $D/tmp/uwsgi;
    scgi_temp_path $D/tmp/scgi;
    dav_ext_lock_zone zone=journal:1m;
    server {
        listen 127.0.0.1:$DAV_PORT;
        server_name localhost;
        location / {
            root $D/data;
            auth_basic journal;
            auth_basic_user_file $D/users;
            dav_methods PUT DELETE MKCOL COPY MOVE;
            dav_ext_methods PROPFIND OPTIONS LOCK UNLOCK;
            dav_ext_lock zone=journal;
            dav_access user:rw;
            create_full_put_path $FULL_PUT_PATH;
        }
    }
}
CONF_END
    } >"$D/nginx.conf"
    launch nginx nginx -p "$D" -e "$D/log/error.log" -c "$D/nginx.conf"
    wait_dav nginx "$DAV_PORT"
    ;;
stop) end nginx TERM ;;
status) if running nginx; then echo "nginx running $(cat "$PIDS/nginx")"; else echo "nginx ended"; fi ;;
*) die "unknown action $ACT" ;;
esac
