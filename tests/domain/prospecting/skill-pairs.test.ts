import { expect, test } from 'vitest'
import { skillTerm, skillTextOf } from '#domain/prospecting/skill-mentions.ts'
import { skillPairs } from '#tests/fixtures/skill-pairs.ts'

test('skills are found in 98 % of the texts that name them, and in 1 % of the others', () => {
  const wrong = skillPairs.filter(
    ({ skill, text, isNamed }) => skillTerm(skill).isIn(skillTextOf(text)) !== isNamed,
  )
  const told = wrong.map(({ skill, text, isNamed }) => `${isNamed ? '-' : '+'} ${skill}: ${text}`)
  const named = skillPairs.filter(({ isNamed }) => isNamed).length
  const missed = wrong.filter(({ isNamed }) => isNamed).length
  expect(skillPairs.length).toBeGreaterThanOrEqual(1_500)
  expect(missed / named, told.join('\n')).toBeLessThanOrEqual(0.02)
  expect(
    (wrong.length - missed) / (skillPairs.length - named),
    told.join('\n'),
  ).toBeLessThanOrEqual(0.01)
})
