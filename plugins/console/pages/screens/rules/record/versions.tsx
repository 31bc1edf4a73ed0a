import { useRead } from '../../../api/queries.ts'
import { useStore } from '../../../api/store.ts'
import { moment } from '../../../logic/format.ts'
import { recordDiff } from '../../../logic/record-diff.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { hasCurve, historyPath, ownFields, type RuleRecord } from '../rule.ts'
import { words as listWords } from '../words.ts'
import { Curves } from './curves-later.tsx'
import { words } from './dialog-words.ts'
import { fillStore } from './fill-store.ts'
import { RuleDiff } from './rule-diff.tsx'

/** What each version has of its own, and says of nothing. */
const OWN = ['id', 'version', 'created_at', 'updated_at', 'updated_by']

/** All versions of a record, the newest first, each against the one before it. */
export function Versions({ type, record }: { type: RuleType; record: RuleRecord }) {
  const request = { path: { id: record.id }, query: { limit: 50 } }
  const read = useRead(historyPath(type), request, { keep: true })
  return (
    <Panel title={words.versions} source={{ path: historyPath(type), request }}>
      <Loaded of={read}>
        {({ data }) => {
          const versions = data as unknown as RuleRecord[]
          if (versions.length === 1) return <p class="faint">{words.oneVersion}</p>
          return (
            <div class="grid">
              <ol class={hasCurve(type) ? 'versions half' : 'versions'}>
                {versions.map((version, index) => (
                  <Version
                    key={version.version}
                    type={type}
                    version={version}
                    before={versions[index + 1]}
                    isNewest={index === 0}
                  />
                ))}
              </ol>
              {hasCurve(type) && <Curves versions={versions} />}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}

interface VersionProps {
  type: RuleType
  version: RuleRecord
  before: RuleRecord | undefined
  isNewest: boolean
}

function Version({ type, version, before, isNewest }: VersionProps) {
  const { time_zone, may } = useMe()
  const fill = useStore(fillStore)
  const differences = before ? recordDiff(before, version, { except: OWN }) : []
  const who = version.updated_by === null ? listWords.byDefault : listWords.byUser(version.updated_by)
  return (
    <li>
      <details open={isNewest}>
        <summary>
          <strong>{words.versionHead(version.version)}</strong>
          <span class="faint small">
            {moment(version.updated_at, time_zone)}, {who}
            {before ? ` · ${words.differs(differences.length)}` : ''}
          </span>
        </summary>
        {before ? (
          <RuleDiff
            type={type}
            before={before}
            after={version}
            except={OWN}
            heads={[words.versionHead(before.version), words.versionHead(version.version)]}
            caption={words.since(before.version)}
          />
        ) : (
          <p class="faint">{words.first}</p>
        )}
        {fill && !isNewest && (may('config.write') || may('drafts.write')) && (
          <button
            type="button"
            class="button small"
            onClick={() => {
              fill(ownFields(version), version.version)
              document.querySelector('h1')?.scrollIntoView({ block: 'center' })
            }}
          >
            {words.useVersion(version.version)}
          </button>
        )}
      </details>
    </li>
  )
}
