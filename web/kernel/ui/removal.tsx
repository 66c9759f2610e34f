import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Route } from '#contract/route.ts'
import { Button } from './button.tsx'
import type { CallInput } from '#web/kernel/data/client.ts'
import { dependentsOf } from './dependents.tsx'
import { Confirm } from './dialog.tsx'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

/** A button that deletes after asking. When the server refuses, its sentence takes the consequence's place and the verb rests. */
export function RemoveButton<R extends Route>(props: {
  route: R
  input: CallInput<R>
  invalidates: readonly string[]
  label: string
  title: string
  consequence: ReactNode
  done: string
  onRemoved: () => void
  className?: string
}) {
  const { label, title, consequence, done, onRemoved, className } = props
  const text = useProblemText()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(props.route, {
    invalidates: props.invalidates,
    done,
    onDone: () => {
      setAsking(false)
      onRemoved()
    },
    failure: 'shown-by-caller',
  })
  const refusal = remove.error ? text(remove.error) : undefined
  return (
    <>
      <Button variant="danger" icon={Trash2} {...(className && { className })} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false)
          remove.reset()
        }}
        title={title}
        consequence={refusal ? (dependentsOf(remove.error) ?? <p role="alert">{refusal}</p>) : consequence}
        verb={label}
        pending={remove.isPending}
        {...(refusal !== undefined && { disabledReason: refusal })}
        onConfirm={() => remove.mutate(props.input)}
      />
    </>
  )
}
