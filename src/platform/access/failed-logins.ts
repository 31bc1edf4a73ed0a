/** The name under which failed logins of an account are counted. */
export const countedAs = (userId: number) => `user:${userId}`
