#!/bin/sh
# Installs the Debian packages of engines, and starts none of their services.
# usage: packages.sh PACKAGE…
set -eu
need=
for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
        || need="$need $package"
done
[ -n "$need" ] || exit 0
echo "Installing$need (about a minute)."
root=
[ "$(id -u)" = 0 ] || root=sudo
rule=/usr/sbin/policy-rc.d
if [ ! -e $rule ]; then
    printf '#!/bin/sh\nexit 101\n' | $root tee $rule >/dev/null
    trap '$root rm -f $rule' EXIT
    $root chmod 755 $rule
fi
$root apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $root apt-get -o DPkg::Lock::Timeout=600 \
    install -y -qq --no-install-recommends $need >/dev/null
