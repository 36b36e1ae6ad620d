#!/bin/sh
# WebDAV server: Apache httpd with mod_dav and mod_dav_fs, basic auth, loopback only.
#
#   webdav-apache.sh DIR [start]   write configuration if DIR is new, start if not running
#   webdav-apache.sh DIR stop      end the server by its recorded process id
#   webdav-apache.sh DIR status    what runs
#
# Debian packages: apache2-bin curl   (Debian 12: Apache 2.4; the service package apache2 is not needed)
# Files lie in DIR/data.  Started as root the server's children run as www-data (Apache
# refuses root), so every folder above DIR must be passable for others (chmod a+x).
# Of this version, for a client: "If-None-Match: *" on PUT gives 412 but is not atomic, nor is MOVE
# of a file nor LOCK; MKCOL and MOVE of a non-empty collection with "Overwrite: F" are atomic
# (losers: 403, 405, 412 or 500).
# Environment: DAV_PORT (17880), AUTH (basic; digest).

. "$(dirname "$0")/engine.sh"
DAV_PORT=${DAV_PORT:-17880}
AUTH=${AUTH:-basic}
mkdir -p "$D/data" "$D/lock"

case $ACT in
start)
    case $AUTH in
    basic) type=Basic; printf 'journal:{SHA}%s\n' 'X7AN+Jdw42GEvCxAMQM+Cmu0CWg=' ;;
    digest) type=Digest; printf 'journal:journal:%s\n' "$(printf journal:journal:journalsecret | md5sum | cut -c1-32)" ;;
    esac >"$D/users"
    {
        for m in mpm_event authn_core authn_file authz_core authz_user auth_$AUTH dav dav_fs; do
            echo "LoadModule ${m}_module /usr/lib/apache2/modules/mod_$m.so"
        done
        if [ "$(id -u)" = 0 ]; then
            printf 'User www-data\nGroup www-data\n'
            chmod a+x "$D"
            chown www-data:www-data "$D/data" "$D/lock"
        fi
        cat <<CONF_END
ServerRoot $D
ServerName localhost
Listen 127.0.0.1:$DAV_PORT
PidFile $D/httpd.pid
DefaultRuntimeDir $D
Mutex fcntl:$D/lock
ErrorLog $D/log/error.log
LogLevel warn
StartServers 1
ThreadsPerChild 25
MaxRequestWorkers 50
KeepAlive On
MaxKeepAliveRequests 0
DocumentRoot $D/data
DavLockDB $D/lock/dav
DavMinTimeout 60
<Directory $D/data>
    Dav On
    DavDepthInfinity Off
    AllowOverride None
    Options None
    AuthType $type
    AuthName journal
    AuthUserFile $D/users
    Require user journal
</Directory>
CONF_END
    } >"$D/httpd.conf"
    launch httpd apache2 -D FOREGROUND -f "$D/httpd.conf"
    wait_dav httpd "$DAV_PORT"
    ;;
stop) end httpd TERM ;;
status) if running httpd; then echo "httpd running $(cat "$PIDS/httpd")"; else echo "httpd ended"; fi ;;
*) die "unknown action $ACT" ;;
esac
