import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Callable } from '#contract/kernel/contract.ts'
import { Button } from './button.tsx'
import type { CallInput } from '#web/kernel/data/client.ts'
import { dependentsOf } from './dependents.tsx'
import type { ConfirmProps } from './dialog.tsx'
import { Confirm } from './lazy-dialog.tsx'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { useWrite } from '#web/kernel/data/queries.ts'

/** "Are you sure you want to delete?", with the record's name and the consequences. */
export function ConfirmRemoval({
  name,
  consequence,
  ...props
}: Omit<ConfirmProps, 'title' | 'verb' | 'tone'> & { name: string; verb?: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Confirm
      verb={t('action.delete')}
      {...props}
      title={t('remove.title')}
      consequence={
        <>
          <p className="font-semibold text-ink">{name}</p>
          <div className="mt-1">{consequence}</div>
        </>
      }
    />
  )
}

/**
 * A button that deletes after asking. A refusal by the server replaces the consequences, and the
 * verb is disabled.
 */
export function RemoveButton<R extends Callable>(props: {
  route: R
  input: CallInput<R>
  invalidates: readonly string[]
  label: string
  /** Name of the deleted record: "Société Atelier Brumaire". */
  name: string
  consequence: ReactNode
  onRemoved: () => void
  className?: string
  /** Why it stays: the button says so and asks nothing. */
  disabledReason?: string | undefined
}) {
  const { label, name, consequence, onRemoved, className, disabledReason } = props
  const text = useProblemText()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(props.route, {
    invalidates: props.invalidates,
    done: { kind: 'deleted', name },
    onDone: () => {
      setAsking(false)
      onRemoved()
    },
  })
  const refusal = remove.error ? text(remove.error) : undefined
  return (
    <>
      <Button
        variant="danger"
        icon={Trash2}
        {...(className && { className })}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmRemoval
        open={asking}
        onClose={() => {
          setAsking(false)
          remove.reset()
        }}
        name={name}
        consequence={
          refusal ? (dependentsOf(remove.error) ?? <p role="alert">{refusal}</p>) : consequence
        }
        pending={remove.isPending}
        {...(refusal !== undefined && { disabledReason: refusal })}
        onConfirm={() => remove.mutate(props.input)}
      />
    </>
  )
}
