import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import 'virtual:theme.css'
import './app/base.css'
import { createRoot } from 'react-dom/client'
import { Refusal } from './api/refusal.ts'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.tsx'
import { startSession } from './session/session.ts'

void startSession()
// The page's script comes while it is found out who looks.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) void router.loadRouteChunk(route)
const element = document.querySelector('#root') as HTMLElement
// What the service has refused stands on the page.
const onCaughtError = (error: unknown) => error instanceof Refusal || console.error(error)
createRoot(element, { onCaughtError }).render(<Providers />)
