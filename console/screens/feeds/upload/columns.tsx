import type { Feed, Mapping } from '../../../logic/feeds/feed-columns.ts'
import type { FileRow } from '../../../logic/feeds/file-rows.ts'
import { TableHead } from '../../../parts/table-head.tsx'
import { Text } from '../../../parts/text.tsx'

interface Props {
  feed: Feed
  columns: string[]
  sample: FileRow | undefined
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Which column is for which field; each can be changed. */
export function Columns({ feed, columns, sample, mapping, onChange }: Props) {
  const choose = (at: number, field: string) =>
    onChange(mapping.map((one, place) => (place === at ? field : one)))
  return (
    <div class="table-scroll upload-columns" role="group" aria-label="Columns and fields" tabIndex={0}>
      <table class="table">
        <caption class="visually-hidden">Columns and fields</caption>
        <TableHead of={['Column of the file', ['In the first row', 'wide'], 'Field']} />
        <tbody>
          {columns.map((column, at) => (
            <tr key={`${at} ${column}`}>
              <td>
                <Text class="mono wraps">{column || `Column ${at + 1}`}</Text>
              </td>
              <td class="wide">
                <Text class="cut faint">{cellOf(sample, column, at)}</Text>
              </td>
              <td>
                <select
                  aria-label={`Field for ${column || `Column ${at + 1}`}`}
                  value={mapping[at]}
                  onChange={(event) => choose(at, event.currentTarget.value)}
                >
                  <option value="">not stored</option>
                  {feed.fields.map(({ name, required }) => (
                    <option key={name} value={name}>
                      {required ? `${name} *` : name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellOf(row: FileRow | undefined, column: string, at: number): string {
  const value = Array.isArray(row?.cells) ? row.cells[at] : row?.cells[column]
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
