#!/bin/sh
# WebDAV server: rclone serve webdav over a local folder, basic auth, loopback only.
#
#   webdav-rclone.sh DIR [start]   start if not running
#   webdav-rclone.sh DIR stop      end the server by its recorded process id
#   webdav-rclone.sh DIR status    what runs
#
# Debian packages: rclone curl   (Debian 12: rclone 1.60.1)
# Of this version, for a client: conditions on PUT are ignored; MKCOL of what exists gives 201;
# MOVE with "Overwrite: F" is atomic (losers: 412 or 423).
# Files lie in DIR/data.  Environment: DAV_PORT (17990).

. "$(dirname "$0")/engine.sh"
DAV_PORT=${DAV_PORT:-17990}
mkdir -p "$D/data"

case $ACT in
start)
    : >"$D/rclone.conf"
    launch rclone rclone --config "$D/rclone.conf" --cache-dir "$D/cache" serve webdav --addr "127.0.0.1:$DAV_PORT" \
        --user journal --pass journalsecret "$D/data"
    wait_dav rclone "$DAV_PORT"
    ;;
stop) end rclone TERM ;;
status) if running rclone; then echo "rclone running $(cat "$PIDS/rclone")"; else echo "rclone ended"; fi ;;
*) die "unknown action $ACT" ;;
esac
