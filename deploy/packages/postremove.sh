#!/bin/sh
# Keeps data and account when the package is removed. `apt purge` deletes both; rpm has no such step.
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then
  rm -rf /var/lib/bugle
  if id bugle > /dev/null 2>&1; then userdel bugle; fi
fi
