import 'package:bugle_flutter/bugle_flutter.dart';
import 'package:flutter/material.dart';

void main() {
  BugleFlutter.init(
    const BugleOptions(
      token: String.fromEnvironment('BUGLE_TOKEN'),
      endpoint: String.fromEnvironment('BUGLE_ENDPOINT'),
      appId: 'com.example.shop',
    ),
    screenshots: true,
  );
  runApp(const BugleScreen(child: ShopApp()));
}

class ShopApp extends StatelessWidget {
  const ShopApp({super.key});

  @override
  Widget build(BuildContext context) => MaterialApp(
        navigatorObservers: [BugleNavigatorObserver()],
        home: Scaffold(
          appBar: AppBar(title: const Text('Shop')),
          body: const Column(
            children: [
              BugleMask(child: Text('4111 1111 1111 1111')),
              TextButton(onPressed: _fail, child: Text('Fail')),
            ],
          ),
        ),
      );
}

void _fail() => throw StateError('pressed');
