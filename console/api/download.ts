import { fetchRaw } from './client.ts'
import { errorOf } from './errors.ts'

/** Saves what an address answers, such as a list as CSV. @throws ApiError */
export async function download(url: string, accept: string, name: string): Promise<void> {
  const response = await fetchRaw(url, { headers: { accept } })
  if (!response.ok) throw await errorOf(response)
  save(await response.blob(), name)
}

/** Hands a file to the browser. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
