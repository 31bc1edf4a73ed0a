/** A file that was dropped on the page of another feed and is taken along to the right one. */
let file: File | undefined

export const handOver = (taken: File) => {
  file = taken
}

/** The file, once. */
export function takeHandedOver(): File | undefined {
  const taken = file
  file = undefined
  return taken
}
