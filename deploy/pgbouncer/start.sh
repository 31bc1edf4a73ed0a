#!/bin/sh
# Writes the one account that pgbouncer knows, and becomes pgbouncer.
set -eu
umask 077
printf '"sos" "%s"\n' "${POSTGRES_PASSWORD:?is missing}" > /tmp/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
