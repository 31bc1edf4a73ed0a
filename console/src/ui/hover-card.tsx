import classes from './hover-card.module.css'

interface HoverCardProps {
  title: string
  /** What each number is, and the number as it is read. */
  rows: [name: string, value: string][]
}

/** What a point of a chart says when it is pointed at or touched. */
export const HoverCard = ({ title, rows }: HoverCardProps) => (
  <div className={classes.card}>
    <b>{title}</b>
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)
