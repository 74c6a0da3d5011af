"""The modules that a house needs and that load without compiled code, for the memory snapshot."""

import base64
import csv
import datetime
import decimal
import inspect
import logging
import pickle
import secrets
import statistics
import unicodedata
import urllib.parse
import uuid

import trapoula.bots.coach
import trapoula.catalogue.entries
import trapoula.host.lesson
import trapoula.play.session
import trapoula.solve
import trapoula.texts

LOADED = (
    base64, csv, datetime, decimal, inspect, logging, pickle, secrets, statistics, unicodedata,
    urllib.parse, uuid,
    trapoula.bots.coach, trapoula.catalogue.entries, trapoula.host.lesson, trapoula.play.session,
    trapoula.solve, trapoula.texts,
)  # fmt: skip
