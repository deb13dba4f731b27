import { Txt } from './txt'

/** The error of a form as a whole. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Txt kind="label" color="errorInk" role="alert">
      {text}
    </Txt>
  )
}
