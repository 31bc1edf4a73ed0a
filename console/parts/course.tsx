import type { ComponentChildren } from 'preact'

interface Step {
  title: string
  /** Who and when. */
  about: string
  children?: ComponentChildren
  done: boolean
}

/** The steps that something has gone through, and those that are still to come. */
export const Course = ({ steps }: { steps: Step[] }) => (
  <ol class="course">
    {steps.map(({ title, about, children, done }) => (
      <li key={title} class={done ? 'done' : undefined}>
        <p>
          <strong>{title}</strong>
        </p>
        <p class="faint small">{about}</p>
        {children}
      </li>
    ))}
  </ol>
)
