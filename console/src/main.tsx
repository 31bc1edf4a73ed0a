import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import 'virtual:theme.css'
import './app/base.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queries } from './api/client.ts'
import { Refusal } from './api/refusal.ts'
import { router } from './app/router.tsx'
import { theme } from './app/theme.ts'
import { startSession } from './session/session.ts'
import { SessionGate } from './session/session-gate.tsx'

void startSession()
// The page's script comes while it is found out who looks.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) void router.loadRouteChunk(route)
const element = document.querySelector('#root') as HTMLElement
// What the service has refused stands on the page.
const onCaughtError = (error: unknown) => error instanceof Refusal || console.error(error)
// No style comes from a script (`with…={false}`): the stylesheet has all of them.
createRoot(element, { onCaughtError }).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <Notifications position="bottom-left" />
    <QueryClientProvider client={queries}>
      <SessionGate />
    </QueryClientProvider>
  </MantineProvider>,
)
