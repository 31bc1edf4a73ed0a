-- That jobs are done is told by the queue: how many wait, and for how long the oldest has been due.
DROP TABLE "worker_heartbeats";
