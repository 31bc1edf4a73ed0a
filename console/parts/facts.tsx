import { type ComponentChildren, Fragment } from 'preact'

export type Fact = [name: string, value: ComponentChildren]

/** What is known of something, in pairs of a name and a value; what is false is left out. */
export const Facts = ({ of }: { of: (Fact | false | null | undefined | '' | 0)[] }) => (
  <dl class="facts">
    {of.map(
      (fact) =>
        fact && (
          <Fragment key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd dir="auto">{fact[1]}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
