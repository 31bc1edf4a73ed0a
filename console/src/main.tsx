import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import 'virtual:theme.css'
import './app/base.css'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { startSession } from './session/session.ts'

void startSession()
createRoot(document.querySelector('#root') as HTMLElement).render(<Providers />)
