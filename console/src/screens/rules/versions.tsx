import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Asked } from '../../ui/asked.tsx'
import { textOf } from '../../ui/format.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { type Fields, type Kind, type Version, versionsOf } from './data.ts'
import { Differences } from './differences.tsx'

interface VersionsProps {
  kind: Kind
  id: number
  /** What counted before it. */
  before?: Fields
}

/** The versions of a rule, each with who made it and what it changed; the newest is open. */
export const Versions = ({ kind, id, before }: VersionsProps) => (
  <Section title="Changes of this version">
    <Asked query={useQuery(versionsOf(kind.type, id))} rows={2}>
      {(versions) => (
        <Lines>
          {versions.map((one, i) => {
            const was = versions[i + 1] ?? before
            return (
              <li key={one.version}>
                <details open={i === 0}>
                  <summary>
                    {textOf(one.updated_at)}
                    {one.updated_by_name && ` by ${one.updated_by_name}`}
                  </summary>
                  <Made version={one} />
                  {was && <Differences fields={kind.fields} before={was} after={one} />}
                </details>
              </li>
            )
          })}
        </Lines>
      )}
    </Asked>
  </Section>
)

/** How a version came about. */
function Made({ version: { draft_id, draft_name, updated_by } }: { version: Version }) {
  if (draft_id)
    return (
      <Text size="sm">
        Adopted from the draft{' '}
        <Link to="/rules/drafts/$id" params={{ id: String(draft_id) }}>
          {draft_name}
        </Link>
      </Text>
    )
  return updated_by === null && <Text size="sm">It came with the service.</Text>
}
