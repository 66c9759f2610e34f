import { describe, test } from 'vitest'
import { noTerms } from '#domain/projects/project.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

describe('contracts', () => {
  const given = spec(projects)
  const terms = { ...noTerms, clientId: 'c1', priceMinor: 65_000 }
  const added = recorded('project-1', 'ProjectAdded', {
    profileId: 'p1',
    ref: 'CT-2026-01',
    title: '',
    templates: [],
    terms,
  })
  test('follow a change of some terms', () =>
    given(
      added,
      recorded('project-1', 'ProjectChanged', {
        changes: { title: 'Audit', terms: { priceMinor: 70_000 } },
      }),
    ).gives({
      _id: '1',
      version: 2,
      profileId: 'p1',
      title: 'Audit',
      terms: { ...terms, priceMinor: 70_000 },
      archived: false,
    }))
  test('lose their terms when they are billable no more, and start again when they are', () => {
    const unbilled = recorded('project-1', 'ProjectChanged', { changes: { terms: null } })
    given(added, unbilled).gives({ _id: '1', terms: null })
    given(
      added,
      unbilled,
      recorded('project-1', 'ProjectChanged', { changes: { terms: { clientId: 'c2' } } }),
    ).gives({
      _id: '1',
      terms: { ...noTerms, clientId: 'c2' },
    })
  })
  test('are archived and brought back', () => {
    const archived = recorded('project-1', 'ProjectArchived', {})
    given(added, archived).gives({ _id: '1', archived: true })
    given(added, archived, recorded('project-1', 'ProjectRestored', {})).gives({
      _id: '1',
      archived: false,
    })
  })
  test('go when they are removed', () =>
    given(added, recorded('project-1', 'ProjectRemoved', {})).gives())
})

describe("the names of contracts' clients", () => {
  const given = spec(projectClients)
  const added = recorded('company-c1', 'CompanyAdded', {
    values: { name: 'Hydravion SAS', kind: 'customer' },
  })
  test('follow a renaming, and nothing else', () => {
    given(added, recorded('company-c1', 'CompanyChanged', { values: { name: 'Hydravion' } })).gives(
      {
        _id: 'c1',
        name: 'Hydravion',
      },
    )
    given(
      added,
      recorded('company-c1', 'CompanyChanged', { values: { sector: 'software' } }),
    ).gives({
      _id: 'c1',
      name: 'Hydravion SAS',
    })
  })
  test('stay when the company is removed', () =>
    given(added, recorded('company-c1', 'CompanyRemoved', { values: {} })).gives({
      _id: 'c1',
      name: 'Hydravion SAS',
    }))
})
