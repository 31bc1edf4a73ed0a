import { useRoute } from 'preact-iso/router'
import { useRead } from '../../../api/queries.ts'
import { later } from '../../../parts/later.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded, Waiting } from '../../../parts/loaded.tsx'
import { Page } from '../../../parts/page.tsx'
import { common } from '../../../words/common.ts'
import { isRuleType, type RuleRecord, recordPath } from '../rule.ts'
import { words as listWords, TYPES, titleOf } from '../words.ts'
import { Editor } from './editor.tsx'
import { RecordMenu } from './record-menu.tsx'

const Versions = later(
  () => import('./compared.ts').then((module) => module.Versions),
  <div class="panel">
    <Waiting height="6rem" />
  </div>,
)

/** A record of the rules: edited with its preview beside it, and all its versions. */
export default function RecordPage() {
  const { params } = useRoute()
  const { type = '', id = '' } = params
  const known = isRuleType(type) && /^[1-9]\d{0,9}$/.test(id)
  const read = useRead(recordPath(known ? type : 'tiers'), { path: { id: Number(id) } }, { enabled: known })
  if (!known)
    return (
      <Page title={common.notFound}>
        <Empty title={common.notFoundText} />
      </Page>
    )
  const record = read.data as unknown as RuleRecord | undefined
  return (
    <Page
      title={record ? titleOf(type, record) : TYPES[type]}
      above={
        <>
          <Link to="/rules">{listWords.rules}</Link>
          <span aria-hidden="true">/</span>
          <Link to={`/rules/${type}`}>{TYPES[type]}</Link>
        </>
      }
      actions={record && <RecordMenu type={type} record={record} />}
    >
      <Loaded of={read} height="36rem">
        {() =>
          record && (
            <>
              <Editor
                key={`${type} ${id}`}
                type={type}
                record={record}
                onReload={() => read.refetch().then(({ data }) => data as unknown as RuleRecord | undefined)}
              />
              <Versions type={type} record={record} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
