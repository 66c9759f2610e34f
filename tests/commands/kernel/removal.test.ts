import { expect, test } from 'vitest'
import type { Dependent } from '#commands/facts.ts'
import { assertUnused } from '#commands/kernel/removal.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type DependentKind, usedBy } from '#domain/kernel/records/used-by.ts'

const entity = {
  usedBy: usedBy(
    { by: 'bill', field: 'clientId', code: 'COMPANY_HAS_BILL_LINES' },
    { by: 'project', field: 'clientId', code: 'PROFILE_HAS_PROJECTS' },
  ),
}
const bill: Dependent = { kind: 'bill', profileId: 'P', id: 'B', name: '2026-0001' }
const unnamed: Dependent = { kind: 'project', profileId: 'P', id: 'C', name: '' }

/** Used records, by the kind of their user; each question is noted. */
function asked(found: Partial<Record<DependentKind, readonly Dependent[]>>) {
  const questions: string[] = []
  const removal = assertUnused(
    {
      async dependents({ by, field }, owner, id) {
        questions.push(`${by} ${field} ${owner} ${id}`)
        const newest = found[by] ?? []
        return { count: newest.length, newest }
      },
    },
    entity,
    'user-1',
    'X',
  )
  return { removal, questions }
}

test('what nothing uses may be removed', async () => {
  const { removal, questions } = asked({})
  await expect(removal).resolves.toBeUndefined()
  expect(questions).toEqual(['bill clientId user-1 X', 'project clientId user-1 X'])
})

test('what is used stays: the first use gives the code, every use is named', async () => {
  const refused = await asked({ bill: [bill], project: [unnamed] }).removal.catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({
    code: 'COMPANY_HAS_BILL_LINES',
    kind: 'conflict',
    details: { count: 1 },
    fields: [
      { path: 'bills.P.B', code: 'DEPENDENT_BILL', details: { message: '2026-0001' } },
      { path: 'projects.P.C', code: 'DEPENDENT_PROJECT' },
    ],
  })
  await expect(asked({ project: [unnamed] }).removal).rejects.toMatchObject({
    code: 'PROFILE_HAS_PROJECTS',
  })
})
