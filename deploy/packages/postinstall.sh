#!/bin/sh
# Makes the account and the folder of the data. The service starts when you say so; a running one is restarted on an upgrade.
set -e
if ! id bugle > /dev/null 2>&1; then
  useradd --system --user-group --home-dir /var/lib/bugle --no-create-home --shell /usr/sbin/nologin bugle
fi
chown root:bugle /etc/bugle.env
chmod 0640 /etc/bugle.env
install -d -o bugle -g bugle -m 0700 /var/lib/bugle
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart bugle.service
fi
