import { describe, test } from 'vitest'
import {
  type Application,
  applicationDecider,
  type ApplicationEvent,
} from '#domain/prospecting/application.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(applicationDecider)
const application: Application = {
  about: 'job',
  subjectId: 'job-1',
  offerId: 'offer-1',
  title: 'Refonte accessible',
  company: 'Clinique des Trois Ponts',
  way: 'byemail',
  recipients: ['projets@trois-ponts.example'],
  subject: 'Refonte accessible',
  letter: '<p>Bonjour</p>',
  url: '',
  cv: null,
}
const made = (what: Application): ApplicationEvent => ({
  type: 'ApplicationMade',
  data: { application: what },
})
const make = (what: Application) => ({ type: 'MakeApplication', application: what }) as const

describe('an application', () => {
  test('by mail has a letter', () => {
    given().when(make(application)).yields(made(application))
    given()
      .when(make({ ...application, letter: '' }))
      .refuses('APPLICATION_EMPTY')
  })
  test('on the site of the company may have none', () => {
    const outside: Application = { ...application, way: 'externalSite', recipients: [], letter: '' }
    given().when(make(outside)).yields(made(outside))
  })
  test('is made once: it says what the recipient has seen', () =>
    given(made(application)).when(make(application)).refuses('ID_ALREADY_USED'))
})
