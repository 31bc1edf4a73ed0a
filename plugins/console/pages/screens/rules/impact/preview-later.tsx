import { later } from '../../../parts/later.tsx'
import { Waiting } from '../../../parts/loaded.tsx'

/** The preview comes after the form: it says nothing before something is changed. */
export const PreviewPanel = later(
  () => import('./preview-panel.tsx').then((module) => module.PreviewPanel),
  <div class="panel third">
    <Waiting height="14rem" />
  </div>,
)
