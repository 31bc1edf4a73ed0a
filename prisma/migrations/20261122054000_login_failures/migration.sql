-- Failed logins by account and network together, by account ('' as network) and by network ('' as account).
-- "login_throttles" stays for processes of the release before; a later release drops it.
CREATE TABLE "login_failures" (
    "account" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3),
    "waits_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_failures_pkey" PRIMARY KEY ("account", "network")
);

-- Where an account has logged in from.
CREATE TABLE "login_networks" (
    "user_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "last_login_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_networks_pkey" PRIMARY KEY ("user_id", "network")
);
