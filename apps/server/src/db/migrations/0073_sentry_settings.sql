update organization_entries set action = 'sentry_settings.changed' where action = 'door_settings.changed';
