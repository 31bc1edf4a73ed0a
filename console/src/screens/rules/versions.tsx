import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../ui/asked.tsx'
import { Dim } from '../../ui/dim.tsx'
import { textOf } from '../../ui/format.ts'
import { Lines, Section } from '../../ui/page.tsx'
import { type Kind, versionsOf } from './data.ts'
import { Differences } from './differences.tsx'

/** The versions of a rule, each with what it changed; the newest is open. */
export const Versions = ({ kind, id }: { kind: Kind; id: number }) => (
  <Section title="Changes of this version">
    <Asked query={useQuery(versionsOf(kind.type, id))} rows={2}>
      {(versions) =>
        versions.length > 1 ? (
          <Lines>
            {versions.map((one, i) => (
              <li key={one.version}>
                <details open={i === 0}>
                  <summary>{textOf(one.updated_at)}</summary>
                  <Differences fields={kind.fields} before={versions[i + 1]} after={one} />
                </details>
              </li>
            ))}
          </Lines>
        ) : (
          <Dim py="md">It has not been changed since {textOf(versions[0]?.updated_at)}.</Dim>
        )
      }
    </Asked>
  </Section>
)
