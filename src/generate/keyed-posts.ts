interface Operation {
  parameters?: { name: string }[]
}

/** Source text with the paths whose POST takes an Idempotency-Key: the SDK gives them one. */
export function keyedPosts({ paths }: { paths: Record<string, { post?: Operation }> }): string {
  const keyed = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path] : [],
  )
  return `/** Paths whose POST takes an Idempotency-Key. */
export const KEYED_POSTS: ReadonlySet<string> = /* @__PURE__ */ new Set(${JSON.stringify(keyed)})
`
}
