/** The bytes that a secret signs with: those in base64 behind `whsec_`, else the text's own. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const written = secret.trim()
  if (!written.startsWith('whsec_')) return new TextEncoder().encode(written)
  try {
    return Uint8Array.from(atob(written.slice('whsec_'.length)), (letter) => letter.charCodeAt(0))
  } catch {
    return new TextEncoder().encode(written)
  }
}

/** The signature of a text, as the header has it: `v1,` and the HMAC-SHA256 in base64. */
export async function signatureOf(content: string, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}

/** Whether one of the signatures of a header (blanks between) is this secret's. */
export const isSignedWith = async (content: string, header: string, secret: string) =>
  header.split(' ').includes(await signatureOf(content, secret))
