import { useLocation } from 'preact-iso/router'

interface Props {
  label: string
  /** Value and words of each tab; the first is shown without a parameter. */
  tabs: [value: string, words: string][]
  chosen: string
  parameter?: string
}

/** Parts of a page as links: each has an address, so Back and a pasted link work. */
export function Tabs({ label, tabs, chosen, parameter = 'tab' }: Props) {
  const { path, query } = useLocation()
  function href(value: string) {
    const { [parameter]: _, page: __, ...rest } = query
    const search = new URLSearchParams(value === tabs[0]?.[0] ? rest : { ...rest, [parameter]: value })
    return search.size > 0 ? `${path}?${search}` : path
  }
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([value, words]) => (
        <a key={value} href={href(value)} aria-current={value === chosen ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  )
}
