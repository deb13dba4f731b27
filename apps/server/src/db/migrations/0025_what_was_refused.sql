-- What of the latest refusal tells its owner what to mend: the app_id that came, or the fields that were wrong.

alter table drops add latest_detail text;
