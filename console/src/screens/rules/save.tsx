import { Text } from '@mantine/core'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { say, useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { acceptOf, type Change, oneAt, type Rule, since } from './data.ts'

interface SaveDialogProps {
  rule: Rule
  version?: string
  change: Change
  onClose: () => void
}

/** Corrects a rule in all of its months, without a draft: a curve that was entered wrongly. */
export function SaveDialog({ rule, version, change: { type, fields }, onClose }: SaveDialogProps) {
  const { periods } = useMe()
  const sent = useDeed(
    async (): Promise<void> => {
      const params = { path: { id: rule.id }, header: { 'If-Match': version } }
      await api.PUT(oneAt(type), { params, body: { ...fields, ...acceptOf(sent.error) } as never })
    },
    () => {
      say('Saved. It counts whenever one of its months is calculated.')
      onClose()
    },
  )
  return (
    <Dialog
      title="Correct the rule, without a draft"
      label={acceptOf(sent.error) ? 'Save it all the same' : 'Correct it in all its months'}
      sent={sent}
      onClose={onClose}
    >
      <Text>
        Nobody tries or signs it: every active seller is scored by it the next time a month of the rule is
        calculated, {since(rule.effective_from, periods)}. Final scores stay as they are.
      </Text>
    </Dialog>
  )
}
