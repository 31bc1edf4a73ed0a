-- Two accounts that differ only in capital letters would be taken for one another.
CREATE UNIQUE INDEX "users_username_lower_key" ON "users" (lower("username"));
