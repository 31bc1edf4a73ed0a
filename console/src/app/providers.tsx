import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { queries } from '../api/client.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { theme } from './theme.ts'

/** No style comes from a script (`with…={false}`): the stylesheet has all of them. */
export const Providers = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <Notifications position="bottom-left" />
    <QueryClientProvider client={queries}>
      <SessionGate />
    </QueryClientProvider>
  </MantineProvider>
)
