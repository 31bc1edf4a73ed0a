/** A text as part of a pattern of `like`: % _ and \ stand for themselves. */
export const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Prisma's filter for a column that has a text anywhere in it, whatever its case. */
export const containing = (text: string) => ({ contains: literally(text), mode: 'insensitive' as const })
