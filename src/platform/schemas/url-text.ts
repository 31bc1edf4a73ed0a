// What is seen of a text, and what no URL may hold that people open or the service calls.

/**
 * Whether a URL holds a blank, a backslash, which means a slash, or a character that is not seen or that turns what is
 * seen: control characters, marks of text direction, joiners, fillers. Percent-encoded they do no harm.
 */
export const holdsUnseen = (url: string): boolean => url.includes('\\') || ONE_UNSEEN.test(url)

const UNSEEN = String.raw`\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`
const ONE_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u')
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]+`, 'gu')
const ONE_SEEN = new RegExp(`[^${UNSEEN}]`, 'u')

/** The characters of a text that are seen. */
export const seenIn = (text: string): string => text.replaceAll(ALL_UNSEEN, '')

/** Whether a text shows anything. */
export const isSeen = (text: string): boolean => ONE_SEEN.test(text)

/**
 * Whether a URL names a user before its host: a password would be shown, and the user may look like the host. Browsers
 * read more slashes than two as two.
 */
export const namesUser = (url: string): boolean => /^https?:\/{2,}[^/?#]*@/i.test(url)
