import { Textarea, type TextareaProps } from '@mantine/core'
import { tooLong } from './format.ts'

interface WhyProps extends Omit<TextareaProps, 'onChange'> {
  isOptional?: boolean
  value: string
  onChange: (value: string) => void
}

/** A reason in words. */
export const Why = ({ label = 'Why', isOptional, maxLength = 5000, onChange, ...props }: WhyProps) => (
  <Textarea
    {...props}
    label={label}
    withAsterisk={!isOptional}
    error={tooLong(props.value, maxLength)}
    autosize
    minRows={2}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
