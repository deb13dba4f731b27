/** A small shop that reports to Bugle. `npm install`, then `npx expo start`. */
import { BugleRoot, ErrorBoundary, Mask } from '@bugle/react-native'
import { useState } from 'react'
import { Button, Text, TextInput, View } from 'react-native'
import { reserve, save } from './checkout'

export function App() {
  return (
    <BugleRoot>
      <ErrorBoundary fallback={({ reset }) => <Button title="Try again" onPress={reset} />}>
        <Basket />
      </ErrorBoundary>
      <Checkout />
    </BugleRoot>
  )
}

function Basket() {
  const [items, setItems] = useState(['A-17'])
  return (
    <View>
      <Text>{items.length} in the basket</Text>
      <Button title="Empty" onPress={() => setItems(null)} />
    </View>
  )
}

function Checkout() {
  const [iban, setIban] = useState('')
  return (
    <View>
      <Mask>
        <TextInput accessibilityLabel="IBAN" value={iban} onChangeText={setIban} />
      </Mask>
      <Button testID="pay" title="Pay" onPress={() => reserve('A-17')} />
      <Button testID="save" title="Save" onPress={() => void save()} />
    </View>
  )
}
