import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Waiting } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNeeds } from './use-needs.ts'
import { words } from './words.ts'

/** What waits for whoever looks. */
export function Needs({ period }: { period: string }) {
  const { needs, isPending } = useNeeds(period)
  return (
    <Panel class="third" title={words.needs}>
      {isPending ? (
        <Waiting height="13rem" />
      ) : needs.length === 0 ? (
        <Empty title={words.nothing}>{words.nothingText}</Empty>
      ) : (
        <ul class="needs">
          {needs.map(({ key, icon, text, to }) => (
            <li key={key}>
              <Link to={to}>
                <Icon name={icon} />
                <span dir="auto">{text}</span>
                <Icon name="right" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
