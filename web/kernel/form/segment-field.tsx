import { Segments } from '#web/kernel/ui/segments.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'

/** Two to four short choices, all visible. */
export function SegmentField({
  options,
  ...props
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell
      id={id}
      error={error}
      labelled="group"
      shows={(stored) => options.find(({ value }) => value === stored)?.label}
      {...props}
    >
      <Segments
        options={options}
        value={field.value as string | undefined}
        onChange={field.onChange}
        labelledBy={`${id}-l`}
        describedBy={wiring['aria-describedby']}
        ref={field.ref}
      />
    </FieldShell>
  )
}
