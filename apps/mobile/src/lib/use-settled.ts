import { useEffect, useState } from 'react'

/** Returns a value once it has stayed the same for a moment: a list is asked for when somebody stops typing. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
