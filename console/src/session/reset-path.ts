/** Where a link leads that lets somebody set a new password. */
export const RESET_PATH = `${import.meta.env.BASE_URL}reset`
