import { describe, test } from 'vitest'
import { ANSWERS_MAX, supportDecider, type SupportEvent } from '#domain/support/request.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(supportDecider)
const question = { subject: 'Relevé', message: 'Dans quel format ?' }
const asked: SupportEvent = { type: 'SupportAsked', data: question }
const treated: SupportEvent = { type: 'SupportTreated', data: {} }

describe('a request to the support', () => {
  test('is asked once', () => {
    given().when({ type: 'AskSupport', question }).yields(asked)
    given(asked).when({ type: 'AskSupport', question }).yields()
    given(asked)
      .when({ type: 'AskSupport', question: { ...question, subject: 'Autre' } })
      .refuses('ID_ALREADY_USED')
  })
  test('is answered once it was asked', () => {
    const answer = { type: 'AnswerSupport', message: 'En CSV.', side: 'support' } as const
    given(asked)
      .when(answer)
      .yields({ type: 'SupportAnswered', data: { message: 'En CSV.', side: 'support' } })
    given().when(answer).refuses('NOT_FOUND')
  })
  test('is treated and opened once', () => {
    given(asked).when({ type: 'TreatSupport', treated: true }).yields(treated)
    given(asked, treated).when({ type: 'TreatSupport', treated: true }).yields()
    given(asked, treated)
      .when({ type: 'TreatSupport', treated: false })
      .yields({ type: 'SupportReopened', data: {} })
  })
  test('opens again by its user’s answer, not by the support’s', () => {
    const data = { message: 'Et en PDF ?', side: 'user' } as const
    given(asked, treated)
      .when({ type: 'AnswerSupport', ...data })
      .yields({ type: 'SupportAnswered', data }, { type: 'SupportReopened', data: {} })
    given(asked, treated)
      .when({ type: 'AnswerSupport', message: 'Oui.', side: 'support' })
      .yields({ type: 'SupportAnswered', data: { message: 'Oui.', side: 'support' } })
  })
  test(`has at most ${ANSWERS_MAX} answers`, () => {
    const answer = { type: 'AnswerSupport', message: 'encore', side: 'user' } as const
    const answered: SupportEvent = {
      type: 'SupportAnswered',
      data: { message: 'encore', side: 'user' },
    }
    const many = Array.from({ length: ANSWERS_MAX - 1 }, () => answered)
    given(asked, ...many)
      .when(answer)
      .yields(answered)
    given(asked, ...many, answered)
      .when(answer)
      .refuses('SUPPORT_FULL')
  })
})
