import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { MainButton } from './dim.tsx'

/** What is shown once, and never again: to be copied now. */
export const Secret = ({ text, says, onDone }: { text: string; says?: string; onDone: () => void }) => (
  <Stack>
    <Text>Copy this secret now: it is shown once. {says ?? 'If you lose it, you need a new secret.'}</Text>
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
    <Group justify="flex-end">
      <CopyButton value={text}>
        {({ copy, copied }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
      </CopyButton>
      <MainButton onClick={onDone}>Done</MainButton>
    </Group>
  </Stack>
)
