/** The areas that have styles of their own: styles/areas/. */
export type Area = 'sellers' | 'cases' | 'rules' | 'ops' | 'admin'

const loading = new Map<Area, Promise<void>>()

/** Loads the styles of an area, once. A page waits for them, so that it is never seen without. */
export function loadStyles(area: Area): Promise<void> {
  const begun = loading.get(area) ?? addLink(area)
  loading.set(area, begun)
  return begun
}

async function addLink(area: Area) {
  const href = document.querySelector<HTMLMetaElement>(`meta[name="styles-${area}"]`)?.content
  if (!href) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      loading.delete(area) // the next visit tries again
      link.remove()
      reject(new Error('The styles of this page did not come.'))
    }
    document.head.append(link)
  })
}
