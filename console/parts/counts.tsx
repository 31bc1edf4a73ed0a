import type { ComponentChildren } from 'preact'

export type Count = [name: string, figure: ComponentChildren, isBad?: boolean]

/** Figures in a row, each with its name. */
export const Counts = ({ of, class: style = '' }: { of: Count[]; class?: string }) => (
  <dl class={`counts ${style}`}>
    {of.map(([name, figure, isBad]) => (
      <div key={name} class={isBad ? 'bad' : undefined}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)

/** A figure with a note beside it. */
export const Noted = ({ figure, children }: { figure: string; children: ComponentChildren }) => (
  <>
    {figure} <span class="faint small">{children}</span>
  </>
)
