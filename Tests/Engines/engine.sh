# What the scripts here share: they take a directory, which becomes D, and an
# action, which becomes ACT; they listen on loopback only, print how they are
# reached, and end by its recorded number what they started.

set -eu
NAME=$(basename "$0" .sh)
[ $# -ge 1 ] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
D=$(cd "$1" && pwd -P)
ACT=${2:-start}
PIDS=$D/pids
mkdir -p "$PIDS" "$D/log" "$D/run"
PATH=$PATH:/usr/sbin

say() { echo "$NAME: $*" >&2; }
die() { say "$*"; exit 1; }

# A recorded daemon counts as running only if the process still is one of D,
# which its command line names.
running() { # daemon
    [ -s "$PIDS/$1" ] || return 1
    pid=$(cat "$PIDS/$1")
    kill -0 "$pid" 2>/dev/null && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$D/"
}

launch() { # daemon, command...
    daemon=$1; shift
    running "$daemon" && return 0
    setsid "$@" >>"$D/log/$daemon.out" 2>&1 </dev/null &
    echo $! >"$PIDS/$daemon"
}

end() { # daemon, signal
    running "$1" || { rm -f "$PIDS/$1"; return 0; }
    pid=$(cat "$PIDS/$1")
    kill "-$2" "$pid" 2>/dev/null || :
    i=0
    while running "$1" && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
    kill -KILL "$pid" 2>/dev/null || :
    rm -f "$PIDS/$1"
}

# Waits until a WebDAV server answers who may ask, and says how it is reached.
wait_dav() { # daemon, port
    i=0
    until curl -s -f -o /dev/null --anyauth -u journal:journalsecret -X OPTIONS "http://127.0.0.1:$2/"; do
        [ $i -lt 10 ] || running "$1" || die "server ended, see $D/log"
        i=$((i + 1)); [ $i -lt 100 ] || die "no answer in 10 s, see $D/log"
        sleep 0.1
    done
    printf 'DAV_ENDPOINT=http://127.0.0.1:%s\nDAV_USER=journal\nDAV_PASSWORD=journalsecret\n' "$2"
}
