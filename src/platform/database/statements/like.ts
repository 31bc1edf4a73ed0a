/** A text as part of a pattern of `like`: % _ and \ stand for themselves. */
export const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Prisma's filter for records that have a text anywhere in one of these columns, whatever its case; all without one. */
export const containing = (text: string | undefined, ...columns: string[]) => ({
  OR:
    text === undefined
      ? undefined
      : columns.map((column) => ({ [column]: { contains: literally(text), mode: 'insensitive' as const } })),
})
